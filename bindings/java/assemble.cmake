# Lays out a Maven project in the build folder: the sources, what SWIG made, the native library, and the tests.
#   cmake -DSOURCE= -DGENERATED= -DPROJECT= -DNATIVE= -DPLACE=os/arch/libc -DVERSION= -P assemble.cmake
set(java ${SOURCE}/bindings/java)
foreach(part main test)
  file(REMOVE_RECURSE ${PROJECT}/src/${part})
endforeach()
file(REMOVE_RECURSE ${PROJECT}/natives)
file(COPY ${java}/src/main/java DESTINATION ${PROJECT}/src/main)
file(COPY ${SOURCE}/tests/java/src/ DESTINATION ${PROJECT}/src/test/java)
file(COPY ${java}/examples/ DESTINATION ${PROJECT}/src/test/java)

set(package org/libwald)
foreach(name Native NativeJNI NativeConstants)
  file(READ ${GENERATED}/${name}.java text)
  # SWIG has no way to say that the interface of constants is private to the package.
  string(REPLACE "public interface NativeConstants" "interface NativeConstants" text "${text}")
  file(WRITE ${PROJECT}/src/main/java/${package}/${name}.java "${text}")
endforeach()

file(WRITE ${PROJECT}/src/main/resources/${package}/VERSION "${VERSION}\n")
file(COPY ${SOURCE}/LICENSE ${SOURCE}/NOTICE DESTINATION ${PROJECT}/src/main/resources/META-INF)
file(COPY ${NATIVE} DESTINATION ${PROJECT}/natives/${package}/natives/${PLACE})
file(WRITE ${PROJECT}/natives/${package}/natives/list "${PLACE}\n")

set(WALD_VERSION ${VERSION})
set(PROJECT_SOURCE_DIR ${SOURCE})
configure_file(${java}/pom.xml.in ${PROJECT}/pom.xml @ONLY)
file(WRITE ${PROJECT}/assembled "")
